import styled from '@emotion/styled';
import { KeyRound, LogOut as LogOutIcon, SearchX } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { selectUser } from '../../../entities/session/session.slice';
import { LogOut } from '../../../entities/session/ui/LogOut';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Code } from '../../../shared/ui/Code';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { IconButton } from '../../../shared/ui/IconButton';
import { LanguageToggle } from '../../../shared/ui/LanguageToggle';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { IconLink } from '../../../shared/ui/Link';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { ThemeToggle } from '../../../shared/ui/ThemeToggle';
import { useFindOrdersQuery } from '../api/endpoints';
import { rememberFind, useRecentFinds } from '../model/recentFinds';
import { CodeForm } from './CodeForm';
import { RecentFinds } from './RecentFinds';
import { ResultCard } from './ResultCard';

interface FindOrderPageProps {
  /** The code that is searched for; null before the first search. */
  readonly code: string | null;
  readonly onFind: (code: string) => void;
  readonly onOpen: (orderId: string) => void;
}

/** The operator's first page: a code, and the orders that carry it. */
export function FindOrderPage({ code, onFind, onOpen }: FindOrderPageProps): ReactElement {
  const t = useText('findOrder');
  const user = useSelector(selectUser);
  const recent = useRecentFinds(user.username);
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={name === '' ? undefined : name}
        width="form"
        actions={
          <>
            <LanguageToggle />
            <ThemeToggle />
            <IconLink to={paths.sessions.href()} label={t('account')} icon={<KeyRound />} />
            <LogOut
              button={(label, onClick) => (
                <IconButton label={label} icon={<LogOutIcon className="flip" />} onClick={onClick} />
              )}
            />
          </>
        }
      />
      <PageBody data-width="form">
        <Stack gap={5}>
          <CodeForm start={code} onFind={onFind} />
          {code === null ? (
            <Hint>{t('hint')}</Hint>
          ) : (
            <Results key={code} code={code} username={user.username} onOpen={onOpen} />
          )}
          <RecentFinds codes={recent.filter((one) => one !== code)} onFind={onFind} />
        </Stack>
      </PageBody>
    </>
  );
}

interface ResultsProps {
  readonly code: string;
  readonly username: string;
  readonly onOpen: (orderId: string) => void;
}

function Results({ code, username, onOpen }: ResultsProps): ReactElement | null {
  const t = useText('findOrder');
  const { data, error, isFetching, refetch } = useFindOrdersQuery(code, { refetchOnMountOrArgChange: true });
  const loading = useSteadyLoading(isFetching && !data);
  const count = data?.orders.length ?? 0;
  useEffect(() => {
    if (count > 0 && username !== '') rememberFind(username, code);
  }, [count, username, code]);

  if (error) {
    return <FailedRead error={error} isFetching={isFetching} refetch={refetch} />;
  }
  if (!data) return loading ? <SkeletonCards count={2} lines={3} /> : null;
  if (count === 0) {
    return <EmptyState text={t('none')} icon={<SearchX />} />;
  }
  return (
    <section aria-label={t('results')}>
      <Stack gap={3}>
        <Count role="status">
          {t('count', { count, number: formatNumber(count) })}
          <Code>{code}</Code>
        </Count>
        {data.orders.map((order) => (
          <ResultCard key={order.id} order={order} onOpen={() => onOpen(order.id)} />
        ))}
        {data.truncated && <Hint>{t('more')}</Hint>}
      </Stack>
    </section>
  );
}

const Hint = styled.p({ ...type.body, color: colors.muted });

const Count = styled.p({
  ...type.label,
  display: 'flex',
  justifyContent: 'space-between',
  gap: space(3),
  color: colors.muted,
});
