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
  Truck,
} from 'lucide-react';
import type { EditId } from '../model/types';

export const sectionIcons: Readonly<Record<EditId, LucideIcon>> = {
  seller: Store,
  brands: Tags,
  regions: MapPinned,
  limits: ReceiptText,
  volume: Layers,
  amount: BadgePercent,
  unit: Boxes,
  others: Package,
  texts: StickyNote,
  delivery: Truck,
};
