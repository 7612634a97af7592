import styled from '@emotion/styled';
import { LogOut as LogOutIcon, Monitor, MonitorSmartphone, Smartphone } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LogOut } from '../../../entities/session/ui/LogOut';
import { colors, iconStroke, radius, space, type } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { Code } from '../../../shared/ui/Code';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Jalali } from '../../../shared/ui/Jalali';
import type { Moment, Session } from '../model/types';

const SEPARATOR = ' \u00b7 ';
const icons = { phone: Smartphone, computer: Monitor, unknown: MonitorSmartphone } as const;

interface SessionCardProps {
  readonly session: Session;
  readonly onEnd: (session: Session) => void;
}

/** Where somebody is logged in, since when, and how to end that. */
export function SessionCard({ session, onEnd }: SessionCardProps): ReactElement {
  const { t } = useTranslation('account');
  const titleId = useId();
  const Icon = icons[session.kind];
  return (
    <Column as="article" aria-labelledby={titleId}>
      <Head>
        <Sign>
          <Icon size={24} strokeWidth={iconStroke} aria-hidden />
        </Sign>
        <Title id={titleId}>
          <DeviceName device={session.device} />
        </Title>
        {session.isCurrent && <Badge tone="success">{t('sessions.current')}</Badge>}
      </Head>
      <DefinitionGrid
        items={[
          { label: t('sessions.lastSeen'), value: <MomentText moment={session.lastSeen} /> },
          { label: t('sessions.createdAt'), value: <MomentText moment={session.createdAt} /> },
          ...(session.network === ''
            ? []
            : [{ label: t('sessions.network'), value: <Code latin>{session.network}</Code>, wide: true }]),
        ]}
      />
      {session.isCurrent ? (
        <LogOut
          button={(label, onClick) => (
            <Button
              variant="secondary"
              icon={<LogOutIcon className="flip" size={18} strokeWidth={iconStroke} aria-hidden />}
              onClick={onClick}
            >
              {label}
            </Button>
          )}
        />
      ) : (
        <Button variant="dangerSoft" aria-describedby={titleId} onClick={() => onEnd(session)}>
          {t('sessions.end')}
        </Button>
      )}
    </Column>
  );
}

/** Names of browsers are Latin, and keep their order in a Persian line. */
export function DeviceName({ device }: Pick<Session, 'device'>): ReactElement {
  const { t } = useTranslation('account');
  return device === '' ? <>{t('sessions.unknownDevice')}</> : <Code latin>{device}</Code>;
}

export function MomentText({ moment: { day, time } }: { readonly moment: Moment }): ReactElement | null {
  if (day === null) return null;
  return (
    <>
      <Jalali date={day} form="medium" />
      {SEPARATOR}
      <Code>{time}</Code>
    </>
  );
}

const Column = styled(Card)({ display: 'flex', flexDirection: 'column', gap: space(3) });

const Head = styled.div({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(3) });

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

const Title = styled.h3({ ...type.heading, flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' });
