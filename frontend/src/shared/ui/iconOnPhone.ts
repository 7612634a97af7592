import { media } from '../theme/media';
import { size } from '../theme/tokens';

/** Of a row with an `OptionMenu`: on a phone its icon stands alone, and its words are its name. */
export const iconOnPhone = {
  [media.phone]: {
    '& > button': { inlineSize: size.touch, minBlockSize: size.touch, gap: 0, paddingInline: 0, fontSize: 0 },
    '& > button > svg:last-child': { display: 'none' },
  },
} as const;
