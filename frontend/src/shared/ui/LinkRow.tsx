import styled from '@emotion/styled';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { colors, iconTile, space, type } from '../theme/tokens';
import { Card } from './Card';
import { CardLink } from './Link';

interface LinkRowProps {
  readonly to: string;
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** A way to another page, as a card of one line. */
export function LinkRow({ to, Icon, label, hint }: LinkRowProps): ReactElement {
  return (
    <Card interactive>
      <Line>
        <Icon />
        <div>
          <Label to={to}>{label}</Label>
          {hint !== undefined && <Hint>{hint}</Hint>}
        </div>
      </Line>
    </Card>
  );
}

const Line = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  '& > svg': iconTile,
});

const Label = styled(CardLink)({ ...type.label, color: colors.text });

const Hint = styled.p({ ...type.caption, color: colors.muted });
