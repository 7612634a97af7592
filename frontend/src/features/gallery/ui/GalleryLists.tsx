import { SearchX } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { localDigits } from '../../../shared/lib/digits';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { InfiniteList } from '../../../shared/ui/InfiniteList';
import { CardGrid, Inline } from '../../../shared/ui/Layout';
import { ProgressLine } from '../../../shared/ui/ProgressLine';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { Spinner } from '../../../shared/ui/Spinner';
import { GallerySection } from './GallerySection';

const PAGE = 3;
const LAST = 9;

export function GalleryLists(): ReactElement {
  const [items, setItems] = useState<readonly number[]>([1, 2, 3]);
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
      <InfiniteList
        label="نمونهٔ فهرست"
        layout="grid"
        items={items}
        keyOf={String}
        renderItem={(item) => <Card as="article">کارت {localDigits(item)}</Card>}
        hasMore={items.length < LAST}
        isFetching={false}
        auto={false}
        onLoadMore={() => setItems(Array.from({ length: items.length + PAGE }, (_, index) => index + 1))}
        empty={<EmptyState text="چیزی نیست" />}
      />
    </GallerySection>
  );
}
