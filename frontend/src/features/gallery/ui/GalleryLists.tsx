import { SearchX } from 'lucide-react';
import type { ReactElement } from 'react';
import { localDigits } from '../../../shared/lib/digits';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { CardGrid, Inline } from '../../../shared/ui/Layout';
import { ProgressLine } from '../../../shared/ui/ProgressLine';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { Spinner } from '../../../shared/ui/Spinner';
import { VirtualList } from '../../../shared/ui/VirtualList';
import { GallerySection } from './GallerySection';

const items = Array.from({ length: 9 }, (_, index) => ({ id: String(index + 1) }));
const card = ({ id }: { readonly id: string }) => <Card as="article">کارت {localDigits(id)}</Card>;

export function GalleryLists(): ReactElement {
  return (
    <GallerySection id="lists" title="فهرست و حالت">
      <SkeletonCards count={2} />
      <CardGrid>
        <Card>
          <EmptyState
            text="مشتری با این مشخصات یافت نشد"
            icon={<SearchX size={64} strokeWidth={1} aria-hidden />}
            action={<Button variant="secondary">حذف صافی</Button>}
          />
        </Card>
        <Card>
          <ErrorState lines={['خطا در بارگذاری اطلاعات', 'ارتباط با سرور برقرار نشد.']} onRetry={() => undefined} />
        </Card>
      </CardGrid>
      <Inline gap={6}>
        <Spinner />
        <Spinner size={32} label="در حال بارگذاری" />
      </Inline>
      <div style={{ position: 'relative', blockSize: 4 }}>
        <ProgressLine active />
      </div>
      <VirtualList
        label="نمونهٔ فهرست"
        column={320}
        estimate={80}
        items={items}
        renderItem={card}
        isFetching={false}
        empty={<EmptyState text="چیزی نیست" />}
      />
    </GallerySection>
  );
}
