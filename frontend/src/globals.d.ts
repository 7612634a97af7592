/** Where the API answers, when not on this origin (PISHKHAN_API_BASE at build time). */
declare const __API_BASE__: string;
/** True in the development server, false in a production build. */
declare const __DEV__: boolean;
