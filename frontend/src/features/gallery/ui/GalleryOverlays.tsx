import { type ReactElement, useState } from 'react';
import { Button } from '../../../shared/ui/Button';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { Dialog } from '../../../shared/ui/Dialog';
import { Inline } from '../../../shared/ui/Layout';
import { type DateRange, RangeSheet } from '../../../shared/ui/RangeSheet';
import { Sheet } from '../../../shared/ui/Sheet';
import { StickyBar } from '../../../shared/ui/StickyBar';
import { Switch } from '../../../shared/ui/Switch';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { TypeToConfirm } from '../../../shared/ui/TypeToConfirm';
import { GallerySection } from './GallerySection';

type Opened = 'sheet' | 'dialog' | 'confirm' | 'danger' | 'type' | 'range' | null;

export function GalleryOverlays(): ReactElement {
  const [opened, setOpened] = useState<Opened>(null);
  const [range, setRange] = useState<DateRange | null>(null);
  const close = () => setOpened(null);
  const opener = (what: Opened, name: string) => (
    <Button variant="secondary" onClick={() => setOpened(what)}>
      {name}
    </Button>
  );
  return (
    <GallerySection id="overlays" title="گفتگو و پیام">
      <Inline wrap gap={3}>
        {opener('sheet', 'برگه')}
        {opener('dialog', 'گفتگو')}
        {opener('confirm', 'تأیید')}
        {opener('danger', 'تأیید حذف')}
        {opener('type', 'تأیید با نوشتن')}
        {opener('range', 'بازه')}
      </Inline>
      <Inline wrap gap={3}>
        <Button
          variant="secondary"
          onClick={() => toast.success('تغییرات ذخیره شد.', { duration: toastDuration.medium })}
        >
          پیام موفق
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast.error(['cellphone: نامعتبر است', 'خطایی در ارتباط با سرور رخ داده است.'])}
        >
          پیام خطا
        </Button>
        <Button variant="secondary" onClick={() => toast.info('برای فعال سازی، مشتریان خود را متصل کنید.')}>
          پیام خبر
        </Button>
        <Button variant="secondary" onClick={() => toast.warning('پیش از ادامه، موارد ناتمام را ذخیره یا لغو کنید.')}>
          پیام هشدار
        </Button>
      </Inline>
      <Sheet
        isOpen={opened === 'sheet'}
        onClose={close}
        title="وضعیت‌ها"
        footer={
          <Button size="lg" onClick={close}>
            بستن
          </Button>
        }
      >
        <Switch label="حساب کاربری" checked onChange={close} />
        <Switch label="اشتراک" checked={false} onChange={close} />
        <Switch label="فروشگاه" description="غیرفعال" checked={false} onChange={close} />
      </Sheet>
      <Dialog
        isOpen={opened === 'dialog'}
        onClose={close}
        title="مشخصات کالا"
        footer={<Button onClick={close}>متوجه شدم</Button>}
      >
        چای ممتاز گلستان، کارتن ۲۴ تایی. تاریخ انقضا روی بسته نوشته شده است.
      </Dialog>
      <ConfirmDialog
        isOpen={opened === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="خروج از برنامه"
        confirmLabel="بله"
        cancelLabel="خیر"
      >
        آیا می‌خواهید از برنامه خارج شوید؟
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={opened === 'danger'}
        onClose={close}
        onConfirm={close}
        title="حذف سفارش"
        tone="danger"
        confirmLabel="حذف"
      >
        این سفارش برای همیشه حذف می‌شود.
      </ConfirmDialog>
      <TypeToConfirm
        isOpen={opened === 'type'}
        onClose={close}
        onConfirm={close}
        title="حذف حساب"
        phrase="حذف"
        confirmLabel="حذف حساب"
      >
        <p>همهٔ مشتریان از شما جدا می‌شوند.</p>
      </TypeToConfirm>
      <RangeSheet
        isOpen={opened === 'range'}
        onClose={close}
        value={range}
        onSubmit={(next) => {
          setRange(next);
          close();
        }}
      />
      <StickyBar label="جمع سفارش">
        <Button fullWidth>ذخیره</Button>
        <Button fullWidth variant="secondary">
          انصراف
        </Button>
      </StickyBar>
    </GallerySection>
  );
}
