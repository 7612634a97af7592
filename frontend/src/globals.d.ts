/** True in the development server, false in a production build. */
declare const __DEV__: boolean;
