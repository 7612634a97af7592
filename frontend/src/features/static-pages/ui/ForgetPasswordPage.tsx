import styled from '@emotion/styled';
import { ShieldCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { colors, iconStroke, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { LinkButton } from '../../../shared/ui/Link';
import { PageFrame } from './PageFrame';

export function ForgetPasswordPage(): ReactElement {
  const { t } = useTranslation('pages');
  const steps = t('forgetPassword.steps', { returnObjects: true });
  return (
    <PageFrame title={t('forgetPassword.title')} lead={t('forgetPassword.lead')}>
      <Steps>
        {steps.map((step, index) => (
          <Step key={step}>
            <Mark aria-hidden>{formatNumber(index + 1)}</Mark>
            <span>{step}</span>
          </Step>
        ))}
      </Steps>
      <Card tone="warning">
        <Safety>
          <ShieldCheck size={20} strokeWidth={iconStroke} aria-hidden />
          {t('forgetPassword.safety')}
        </Safety>
      </Card>
      <Actions>
        <LinkButton to={paths.logIn.href()} size="lg">
          {t('forgetPassword.toLogIn')}
        </LinkButton>
      </Actions>
    </PageFrame>
  );
}

const Steps = styled.ol({ display: 'flex', flexDirection: 'column', gap: space(4), marginBlockEnd: space(6) });

const Step = styled.li({ ...type.body, display: 'flex', alignItems: 'center', gap: space(4) });

const Mark = styled.span({
  ...type.label,
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '36px',
  blockSize: '36px',
  borderRadius: '50%',
  backgroundColor: colors.brandSoft,
  color: colors.brand,
  fontWeight: 700,
});

const Safety = styled.p({
  ...type.label,
  display: 'flex',
  gap: space(3),
  color: colors.warningText,
  '& > svg': { flex: 'none', marginBlockStart: '2px' },
});

const Actions = styled.div({ marginBlockStart: space(8) });
