/** A ground that is the same in both themes: the splash page and the store's banner, with white on the brand's indigo. */
export const poster = {
  ground: '#2B2C6B',
  text: '#FFFFFF',
  /** The sign's own ink on a white plate. */
  ink: '#2B2C6B',
  plate: 'rgb(255 255 255 / .14)',
  plateLine: 'rgb(255 255 255 / .22)',
  live: '#63D39B',
  idle: 'rgb(255 255 255 / .55)',
  /** Over a photograph, so that the text keeps its contrast. */
  shade: 'linear-gradient(rgb(18 19 33 / .35), rgb(18 19 33 / .72))',
} as const;
