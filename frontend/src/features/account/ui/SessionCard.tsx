import styled from '@emotion/styled';
import { Monitor, MonitorSmartphone, Smartphone } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { LogOut } from '../../../entities/session/ui/LogOut';
import { useText } from '../../../shared/i18n/useText';
import { SEPARATOR } from '../../../shared/lib/punctuation';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { Code } from '../../../shared/ui/Code';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Jalali } from '../../../shared/ui/Jalali';
import type { Moment, Session } from '../api/map';

const icons = { phone: Smartphone, computer: Monitor, unknown: MonitorSmartphone } as const;

interface SessionCardProps {
  readonly session: Session;
  readonly onEnd: (session: Session) => void;
}

/** One session: its device and times, and the button that ends it. */
export function SessionCard({ session, onEnd }: SessionCardProps): ReactElement {
  const t = useText('account');
  const titleId = useId();
  const Icon = icons[session.kind];
  return (
    <Column as="article" aria-labelledby={titleId}>
      <Head>
        <Sign>
          <Icon size={24} />
        </Sign>
        <Names>
          <Title id={titleId}>
            <DeviceName device={session.device} />
          </Title>
          <Below>
            {session.isCurrent && <Badge tone="success">{t('sessions.current')}</Badge>}
            {session.network !== '' && (
              <span>
                {t('sessions.network')} <Code latin>{session.network}</Code>
              </span>
            )}
          </Below>
        </Names>
        {session.isCurrent ? (
          <LogOut
            button={(label, onClick) => (
              <Button variant="secondary" size="sm" onClick={onClick}>
                {label}
              </Button>
            )}
          />
        ) : (
          <Button variant="dangerSoft" size="sm" aria-describedby={titleId} onClick={() => onEnd(session)}>
            {t('sessions.end')}
          </Button>
        )}
      </Head>
      <DefinitionGrid
        items={[
          { label: t('sessions.lastSeen'), value: <MomentText moment={session.lastSeen} /> },
          { label: t('sessions.createdAt'), value: <MomentText moment={session.createdAt} /> },
        ]}
      />
    </Column>
  );
}

/** Names of browsers are Latin: isolated, so that a Persian line does not reorder them. */
export function DeviceName({ device }: Pick<Session, 'device'>): ReactElement {
  const t = useText('account');
  return device === '' ? <>{t('sessions.unknownDevice')}</> : <Code latin>{device}</Code>;
}

export function MomentText({ moment: { day, time } }: { readonly moment: Moment }): ReactElement | null {
  if (day === null) return null;
  return (
    <Whole>
      <Jalali date={day} form="medium" />
      {SEPARATOR}
      <Code>{time}</Code>
    </Whole>
  );
}

const Column = styled(Card)({ display: 'flex', flexDirection: 'column', gap: space(3) });

const Head = styled.div({ display: 'flex', alignItems: 'center', gap: space(3), '& > button': { flex: 'none' } });

const Sign = styled.span({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '44px',
  blockSize: '44px',
  borderRadius: radius.button,
  backgroundColor: colors.brandSoft,
  color: colors.brand,
});

const Names = styled.div({ flex: 1, minInlineSize: 0 });

const Title = styled.h3({ ...type.label, fontWeight: 700, overflowWrap: 'anywhere' });

const Below = styled.div({
  ...type.caption,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space(2),
  color: colors.muted,
});

/** Day and time stay on one line. */
const Whole = styled.span({ whiteSpace: 'nowrap' });
