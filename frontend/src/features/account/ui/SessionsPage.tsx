import styled from '@emotion/styled';
import { HistoryIcon, KeyRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { LinkRow } from '../../../shared/ui/LinkRow';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Notice } from '../../../shared/ui/Notice';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { useSessionsQuery } from '../api/endpoints';
import type { Session, Sessions } from '../api/map';
import { type Ending, useEnding } from '../model/useEnding';
import { DeviceName, MomentText, SessionCard } from './SessionCard';

const ConfirmDialog = lazyLayer(async () => (await import('../../../shared/ui/ConfirmDialog')).ConfirmDialog);

interface SessionsPageProps {
  readonly backTo: string;
  /** Sellers can also change their phone number and see the record of activity. */
  readonly hasStore: boolean;
}

/** The devices that are logged in to the account; the session of an unknown one can be ended here. */
export function SessionsPage({ backTo, hasStore }: SessionsPageProps): ReactElement {
  const t = useText('account');
  const query = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const loading = useSteadyLoading(query.isLoading);
  useErrorToast(query.error, 'list');
  return (
    <>
      <PageHeader
        title={t('sessions.title')}
        backTo={backTo}
        closeTo={backTo}
        width="form"
        progress={query.isFetching && query.data !== undefined}
      />
      <PageBody data-width="form">
        <Stack gap={4}>
          <Hint>{t('sessions.hint')}</Hint>
          <LinkRow
            to={paths.password.href()}
            Icon={KeyRound}
            label={t('sessions.toPassword')}
            hint={hasStore ? t('sessions.toPhone') : undefined}
          />
          {hasStore && (
            <LinkRow
              to={paths.activity.href()}
              Icon={HistoryIcon}
              label={t('activity.title')}
              hint={t('activity.hint')}
            />
          )}
          {query.error && !query.data && (
            <FailedRead error={query.error} isFetching={query.isFetching} refetch={query.refetch} />
          )}
          {loading && <SkeletonCards count={3} lines={3} />}
          {!loading && query.data && <List sessions={query.data} />}
        </Stack>
      </PageBody>
    </>
  );
}

function List({ sessions: { active, evicted } }: { readonly sessions: Sessions }): ReactElement {
  const t = useText('account');
  const ending = useEnding();
  return (
    <>
      {evicted.length > 0 && <Evicted sessions={evicted} />}
      <section aria-label={t('sessions.list')}>
        <Stack gap={3}>
          <Heading>{t('sessions.list')}</Heading>
          {active.map((session) => (
            <SessionCard key={session.id} session={session} onEnd={ending.ask} />
          ))}
        </Stack>
      </section>
      {active.some(({ isCurrent }) => !isCurrent) && (
        <Button variant="dangerSoft" onClick={() => ending.ask('others')}>
          {t('sessions.endOthers')}
        </Button>
      )}
      <Question ending={ending} />
    </>
  );
}

function Question({ ending: { asked, busy, ask, endAsked } }: { readonly ending: Ending }): ReactElement | null {
  const t = useText('account');
  if (asked === null) return null;
  const title = t(asked === 'others' ? 'sessions.endOthers' : 'sessions.end');
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={title}
      tone="danger"
      busy={busy}
      onClose={() => ask(null)}
      onConfirm={() => void endAsked()}
    >
      {asked === 'others' ? (
        t('sessions.endOthersBody')
      ) : (
        <>
          <p>
            <strong>
              <DeviceName device={asked.device} />
            </strong>
          </p>
          <p>{t('sessions.endBody')}</p>
        </>
      )}
    </ConfirmDialog>
  );
}

function Evicted({ sessions }: { readonly sessions: readonly Session[] }): ReactElement {
  const t = useText('account');
  return (
    <Notice tone="warning">
      <p>{t('sessions.evicted')}</p>
      <ul>
        {sessions.map((session) => (
          <Gone key={session.id}>
            <span>
              <DeviceName device={session.device} />
            </span>{' '}
            <MomentText moment={session.lastSeen} />
          </Gone>
        ))}
      </ul>
    </Notice>
  );
}

const Gone = styled.li({ display: 'flex', flexWrap: 'wrap', columnGap: space(3) });

const Hint = styled.p({ ...type.body, color: colors.muted });

const Heading = styled.h2({ ...type.heading });
