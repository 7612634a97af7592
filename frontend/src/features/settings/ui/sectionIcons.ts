import {
  BadgePercent,
  Boxes,
  Layers,
  type LucideIcon,
  MapPinned,
  Package,
  ReceiptText,
  StickyNote,
  Store,
  Tags,
} from 'lucide-react';
import type { SectionId } from '../model/types';

export const sectionIcons: Readonly<Record<SectionId, LucideIcon>> = {
  seller: Store,
  brands: Tags,
  regions: MapPinned,
  limits: ReceiptText,
  volume: Layers,
  amount: BadgePercent,
  unit: Boxes,
  others: Package,
  texts: StickyNote,
};
