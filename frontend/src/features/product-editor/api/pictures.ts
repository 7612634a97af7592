import { patchProduct } from '../../../entities/product/catalogue/patchProduct';
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

interface Change {
  readonly owner: PictureOwner;
  /** Null removes the picture. */
  readonly content: Blob | null;
  readonly onProgress: (sent: number) => void;
}

const urlOf = ({ product, typeId }: PictureOwner): string =>
  typeId === null ? marketCall('product-image-app2', product.id) : marketCall('product-type-image-app2', typeId);

const withImages =
  ({ typeId }: PictureOwner, images: readonly string[]) =>
  (product: CatalogueProduct): CatalogueProduct =>
    typeId === null
      ? { ...product, images }
      : { ...product, types: product.types.map((type) => (type.id === typeId ? { ...type, images } : type)) };

/** A type's new picture raises its version, which the next change of the type has to send. */
const readAgain =
  (productId: string): ReturnType<typeof patchProduct> =>
  (dispatch) => {
    const reading = dispatch(cardApi.endpoints.product.initiate(productId, { forceRefetch: true, subscribe: false }));
    void reading.then(({ data }) => {
      if (data) dispatch(patchProduct(productId, () => data));
    });
  };

/** A type without a picture of its own has the product's in its sheet. */
const sheetsOf = ({ product, typeId }: PictureOwner) =>
  product.types
    .filter(({ id }) => typeId === null || id === typeId)
    .map(({ id }) => ({ type: 'Product', id: `type:${id}` }) as const);

const pictureApi = baseApi.injectEndpoints({
  overrideExisting: 'throw',
  endpoints: (build) => ({
    changePicture: build.mutation<WireImagesReply, Change>({
      query: ({ owner, content, onProgress }) =>
        content
          ? { url: urlOf(owner), file: content, type: 'image/jpeg', onProgress }
          : { url: urlOf(owner), method: 'DELETE' },
      rawResponseSchema: wireImagesReply,
      onQueryStarted: async ({ owner, content }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => null);
        if (!saved) return;
        // The cache takes the new picture in place; only the sheets of the types are fetched again. After a removal the
        // answer of a type names the product's pictures, which are not its own.
        const change = withImages(owner, content ? saved.data.imgs.map(({ src }) => src) : []);
        dispatch(patchProduct(owner.product.id, change));
        dispatch(cardApi.util.updateQueryData('product', owner.product.id, (now) => now && change(now)));
        if (owner.typeId !== null) dispatch(readAgain(owner.product.id));
      },
      invalidatesTags: (saved, _error, { owner }) => (saved ? sheetsOf(owner) : []),
    }),
  }),
});

export const { useChangePictureMutation } = pictureApi;
