import { ReceiptText, Search } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSettledText } from '../../../shared/hooks/useSettledText';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { IconButton } from '../../../shared/ui/IconButton';
import { PageBody } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SearchField } from '../../../shared/ui/SearchField';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { searchOf, useCommissionInvoicesQuery } from '../api/endpoints';
import type { InvoiceRow } from '../model/types';
import { InvoiceCard } from './InvoiceCard';

interface InvoicesPageProps {
  readonly search: string;
  /** The typed text after a pause. */
  readonly onSearch: (search: string) => void;
  /** The seller is not known yet, so nothing is requested. */
  readonly waiting: boolean;
}

const NONE: readonly InvoiceRow[] = [];
const card = (invoice: InvoiceRow): ReactElement => <InvoiceCard invoice={invoice} />;

/** The platform's bills, latest first, with a search by number on the server. */
export function InvoicesPage({ search, onSearch, waiting }: InvoicesPageProps): ReactElement {
  const t = useText('commissionInvoices');
  const [typed, setTyped] = useSettledText(search, onSearch);
  const [searchOpen, setOpen] = useState(search !== '');
  const list = useCommissionInvoicesQuery(searchOf(search), {
    skip: waiting,
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  useErrorToast(list.error, 'list');
  const fetching = waiting || list.isFetching;
  const replacing = fetching && list.currentData === undefined;
  const invoices = (replacing ? list.data : list.currentData) ?? NONE;
  const toggle = () => {
    if (searchOpen) setTyped('');
    setOpen(!searchOpen);
  };
  return (
    <>
      <PageHeader
        title={t('list')}
        backTo={paths.home.href()}
        closeTo={paths.home.href()}
        progress={fetching && invoices.length > 0}
        actions={
          <IconButton
            label={t(searchOpen ? 'closeSearch' : 'openSearch')}
            aria-expanded={searchOpen}
            icon={<Search size={22} />}
            onClick={toggle}
          />
        }
      >
        <SearchField label={t('search')} value={typed} isOpen={searchOpen} onValueChange={setTyped} onClose={toggle} />
      </PageHeader>
      <PageBody>
        <VirtualList
          label={t('list')}
          column={320}
          estimate={190}
          items={invoices}
          renderItem={card}
          isFetching={fetching}
          isReplacing={replacing}
          onRetry={() => void list.refetch()}
          errorLines={list.error && !fetching ? errorLines(list.error, 'list') : undefined}
          empty={
            <EmptyState
              text={t('none')}
              icon={<ReceiptText />}
              action={search !== '' && <Button onClick={() => setTyped('')}>{t('clear')}</Button>}
            />
          }
        />
      </PageBody>
    </>
  );
}
