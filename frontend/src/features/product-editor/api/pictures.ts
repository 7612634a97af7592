import { patchProduct } from '../../../entities/product/catalogue/endpoints';
import type { CatalogueProduct } from '../../../entities/product/catalogue/types';
import { baseApi } from '../../../shared/api/baseApi';
import { marketCall } from '../../../shared/api/calls';
import { type WireImagesReply, wireImagesReply } from '../../../shared/api/wire/products.gen';
import { cardApi } from './endpoints';

/** Whose picture it is: a product's, or that of one of its types. */
export interface PictureOwner {
  readonly product: CatalogueProduct;
  /** Null for the product itself. */
  readonly typeId: string | null;
}

interface Saved {
  readonly message: string;
  readonly images: readonly string[];
}

interface Change {
  readonly owner: PictureOwner;
  /** Null takes the picture away. */
  readonly content: Blob | null;
  readonly onProgress: (sent: number) => void;
}

const urlOf = ({ product, typeId }: PictureOwner): string =>
  typeId === null ? marketCall('product-image-app2', product.id) : marketCall('product-type-image-app2', typeId);

const toSaved = ({ message, imgs }: WireImagesReply): Saved => ({ message, images: imgs.map(({ src }) => src) });

const withImages =
  ({ typeId }: PictureOwner, images: readonly string[]) =>
  (product: CatalogueProduct): CatalogueProduct =>
    typeId === null
      ? { ...product, images }
      : { ...product, types: product.types.map((type) => (type.id === typeId ? { ...type, images } : type)) };

/** A type with another picture has another version, and a change of it has to name that. */
const readAgain =
  (productId: string): ReturnType<typeof patchProduct> =>
  (dispatch) => {
    const reading = dispatch(cardApi.endpoints.product.initiate(productId, { forceRefetch: true, subscribe: false }));
    void reading.then(({ data }) => {
      if (data) dispatch(patchProduct(productId, () => data));
    });
  };

/** Of a type without a picture of its own, the product's is shown. */
const sheetsOf = ({ product, typeId }: PictureOwner) =>
  product.types
    .filter(({ id }) => typeId === null || id === typeId)
    .map(({ id }) => ({ type: 'Product', id: `type:${id}` }) as const);

const pictureApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    changePicture: build.mutation<Saved, Change>({
      query: ({ owner, content, onProgress }) =>
        content
          ? { url: urlOf(owner), file: content, type: 'image/jpeg', onProgress }
          : { url: urlOf(owner), method: 'DELETE' },
      rawResponseSchema: wireImagesReply,
      transformResponse: (wire: WireImagesReply) => toSaved(wire),
      onQueryStarted: async ({ owner, content }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => null);
        if (!saved) return;
        // What is on the screen shows it in place: nothing is fetched again but the sheets of its types. For a type
        // without a picture, the answer names what shows in its place: those are the product's.
        const change = withImages(owner, content ? saved.data.images : []);
        dispatch(patchProduct(owner.product.id, change));
        dispatch(cardApi.util.updateQueryData('product', owner.product.id, (now) => now && change(now)));
        if (owner.typeId !== null) dispatch(readAgain(owner.product.id));
      },
      invalidatesTags: (saved, _error, { owner }) => (saved ? sheetsOf(owner) : []),
    }),
  }),
});

export const { useChangePictureMutation } = pictureApi;
