import * as v from 'valibot';
import {
  wireBrandsReply,
  wireRegionsReply,
  wireSellerBrandsReply,
  wireSellerRegionsReply,
} from '../../../shared/api/wire/settings.gen';

/** The brands, or the regions, that a seller can choose from. */
export const wireChoices = v.union([wireBrandsReply, wireRegionsReply]);
/** Those that the seller has chosen. */
export const wireOwnChoices = v.union([wireSellerBrandsReply, wireSellerRegionsReply]);
