import type { TFunction } from 'i18next';
import type { ReactElement } from 'react';
import { useSellerQuery } from '../../../entities/seller/endpoints';
import type { Seller, SellerForm } from '../../../entities/seller/types';
import { useStoreIsOpen } from '../../../entities/subscription/useStoreIsOpen';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { maskCard } from '../../../shared/lib/masks';
import { DASH, orDash } from '../../../shared/lib/punctuation';
import { StatusDot } from '../../../shared/ui/Badge';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Phone } from '../../../shared/ui/Phone';
import { hasCooperation } from '../model/sellerRules';
import { TYPE_NAMES } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { commissionText, ProposalNote } from './ProposalNote';
import { Section } from './Section';

// This form is most of the page's code, so it is loaded when it is opened.
const SellerEditor = lazyLayer(
  async () => (await import(/* webpackChunkName: "settings-editors" */ './SellerEditor')).SellerEditor,
);

/** The seller's own data (part 2, 3.1). */
export function SellerSection({ lock }: { readonly lock: EditLock }): ReactElement {
  return (
    <Section
      id="seller"
      lock={lock}
      query={useSellerQuery(undefined)}
      summary={({ form }) => form.title}
      view={(record) => <SellerView record={record} />}
      editor={(props) => <SellerEditor {...props} />}
    />
  );
}

const plain = (text: string) => <bdi>{orDash(localDigits(text))}</bdi>;
const ltr = (text: string) => <bdi dir="ltr">{orDash(localDigits(text))}</bdi>;

function SellerView({ record: { type, form, proposal } }: { readonly record: Seller }): ReactElement {
  const t = useText('settings');
  const isOpen = useStoreIsOpen(form.active);
  const cooperation = hasCooperation(type) ? cooperationItems(form, t) : [];
  return (
    <Stack gap={4}>
      {proposal && hasCooperation(type) && <ProposalNote proposal={proposal} />}
      <DefinitionGrid
        items={[
          { label: t('seller.type'), value: type === -1 ? DASH : t(`seller.types.${TYPE_NAMES[type]}`) },
          {
            label: t('seller.status'),
            value: (
              <StatusDot tone={isOpen ? 'success' : 'danger'}>
                {t(isOpen ? 'seller.active' : 'seller.inactive')}
              </StatusDot>
            ),
          },
          { label: t('seller.title'), value: plain(form.title) },
          { label: t('seller.representative'), value: plain(form.representative) },
          { label: t('seller.mobile'), value: <Phone number={form.mobile} /> },
          { label: t('seller.code'), value: ltr(form.sellerCode) },
          { label: t('seller.nationalCode'), value: ltr(form.nationalCode) },
          { label: t('seller.workStart'), value: ltr(form.workStart) },
          ...cooperation,
          { label: t('seller.username'), value: <bdi>{orDash(form.username)}</bdi> },
          { label: t('seller.password'), value: <bdi dir="ltr">{form.password}</bdi> },
          { label: t('seller.address'), value: plain(form.address), wide: true },
        ]}
      />
    </Stack>
  );
}

function cooperationItems(form: SellerForm, t: TFunction<'settings'>): readonly Definition[] {
  return [
    { label: t('seller.priceEditRange'), value: plain(form.priceEditRange) },
    {
      label: t('seller.nationalCard'),
      value: t(form.nationalCardReceived ? 'seller.received' : 'seller.notReceived'),
    },
    {
      label: t('seller.cooperation'),
      value: form.cooperation === '' ? DASH : t(`seller.cooperations.${form.cooperation}`),
    },
    { label: t('seller.commission'), value: <bdi>{commissionText(form, t('toman'))}</bdi> },
    { label: t('seller.commissionDate'), value: ltr(form.commissionDate) },
    { label: t('seller.cardNumber'), value: ltr(maskCard(form.cardNumber)) },
    { label: t('seller.sheba'), value: ltr(form.sheba === '' ? '' : `IR${form.sheba}`), wide: true },
  ];
}
