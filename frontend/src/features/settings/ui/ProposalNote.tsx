import type { ReactElement } from 'react';
import type { Proposal, Terms } from '../../../entities/seller/types';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { groupThousands } from '../../../shared/lib/masks';
import { DASH, joined, localMoment } from '../../../shared/lib/punctuation';
import { formatPercent, withUnit } from '../../../shared/lib/units';
import { Notice } from '../../../shared/ui/Notice';

/** Percent of the sales, or tomans. */
export function commissionText({ cooperation, commission }: Terms, toman: string): string {
  if (commission === '') return DASH;
  if (cooperation === 'percentage') return formatPercent(Number(commission));
  return withUnit(localDigits(groupThousands(commission)), toman);
}

/** Says that the terms beside it are a proposal: since when, and which terms apply until the platform has decided. */
export function ProposalNote({ proposal: { proposedAt, holds } }: { readonly proposal: Proposal }): ReactElement {
  const t = useText('settings');
  const terms = [
    holds.cooperation === '' ? '' : t(`seller.cooperations.${holds.cooperation}`),
    holds.cooperation === '' ? '' : commissionText(holds, t('toman')),
    localDigits(holds.commissionDate),
  ].filter((part) => part !== '');
  return (
    <Notice tone="warning">
      <p>
        <strong>{t('proposal.title')}</strong>
      </p>
      <p>{t('proposal.since', { moment: localMoment(proposedAt) })}</p>
      <p>{terms.length === 0 ? t('proposal.nothing') : t('proposal.holds', { terms: joined(...terms) })}</p>
    </Notice>
  );
}
