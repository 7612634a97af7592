import * as v from 'valibot';

export const wirePictures = v.object({ message: v.string(), imgs: v.array(v.object({ src: v.string() })) });

export type WirePictures = v.InferOutput<typeof wirePictures>;
