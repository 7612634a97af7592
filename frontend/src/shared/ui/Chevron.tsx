import styled from '@emotion/styled';
import { ChevronDown } from 'lucide-react';
import { motion } from '../theme/tokens';

/** Points down, and up while what its button or `summary` opens is open. */
export const Chevron = styled(ChevronDown)({
  flex: 'none',
  '[aria-expanded="true"] &, [open] > summary &': { rotate: '180deg' },
  [motion.allowed]: { transition: `rotate ${motion.fade}` },
});
