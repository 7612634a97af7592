import styled from '@emotion/styled';
import { Camera, Check, ImageUp, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useText } from '../../../shared/i18n/useText';
import { formatPercent } from '../../../shared/lib/units';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { FileButton } from '../../../shared/ui/FileButton';
import { Stack } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import { ProgressBar } from '../../../shared/ui/ProgressBar';
import { Sheet } from '../../../shared/ui/Sheet';
import { ACCEPT } from '../model/preparePicture';
import type { Picture } from '../model/usePicture';
import { CatalogueImage } from './CatalogueImage';

interface PictureSheetProps {
  readonly name: string;
  /** Empty when there is none. */
  readonly own: string;
  /** The picture displayed while it has none of its own. */
  readonly inherited: string;
  readonly picture: Picture;
  readonly onClose: () => void;
}

/** Displays the current picture, lets the seller choose, save or remove one, and reports the upload's progress. */
export function PictureSheet({ name, own, inherited, picture, onClose }: PictureSheetProps): ReactElement {
  const t = useText('catalogue');
  const [removing, setRemoving] = useState(false);
  const { chosen, busy, sent, lines } = picture;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('picture.title', { name })}
      footer={chosen ? <ChosenActions picture={picture} /> : <Choices picture={picture} />}
    >
      <Stack gap={3}>
        <Frame>
          <CatalogueImage
            key={chosen?.preview ?? own}
            src={chosen?.preview ?? (own === '' ? inherited : own)}
            alt={chosen ? t('picture.next', { name }) : t('picture.present', { name })}
            sizes="(min-width: 600px) 520px, 100vw"
            fit="contain"
            eager
          />
        </Frame>
        {lines.length > 0 && <Notice tone="danger" lines={lines} />}
        {busy === 'sending' && (
          <Sending>
            <ProgressBar label={t('picture.sending')} value={sent >= 1 ? null : sent} />
            <small>{formatPercent(sent * 100, 0)}</small>
          </Sending>
        )}
        {!chosen && own === '' && inherited !== '' && <Hint>{t('picture.inherited')}</Hint>}
        <Hint>{t('picture.hint')}</Hint>
        {!chosen && own !== '' && (
          <Button
            variant="dangerSoft"
            icon={<Trash2 size={18} />}
            disabled={busy !== null}
            onClick={() => setRemoving(true)}
          >
            {t('picture.remove')}
          </Button>
        )}
      </Stack>
      <ConfirmDialog
        isOpen={removing}
        tone="danger"
        title={t('picture.removeTitle')}
        confirmLabel={t('picture.removeYes')}
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          picture.remove();
        }}
      >
        {t('picture.removeBody', { name })}
      </ConfirmDialog>
    </Sheet>
  );
}

/** A file, or on touch devices a photo. */
function Choices({ picture }: { readonly picture: Picture }): ReactElement {
  const t = useText('catalogue');
  const touched = useMedia('(pointer: coarse)');
  const reading = picture.busy === 'reading';
  const common = { accept: ACCEPT, disabled: picture.busy !== null && !reading, onFiles: picture.choose };
  return (
    <>
      {touched && (
        <FileButton {...common} camera variant="secondary" icon={<Camera size={18} />}>
          {t('picture.photo')}
        </FileButton>
      )}
      <FileButton {...common} busy={reading} icon={<ImageUp size={18} />}>
        {reading ? t('picture.reading') : t('picture.file')}
      </FileButton>
    </>
  );
}

function ChosenActions({ picture }: { readonly picture: Picture }): ReactElement {
  const t = useText('catalogue');
  return (
    <>
      <FileButton variant="secondary" accept={ACCEPT} disabled={picture.busy !== null} onFiles={picture.choose}>
        {t('picture.other')}
      </FileButton>
      <Button busy={picture.busy !== null} icon={<Check size={18} />} onClick={picture.save}>
        {t('picture.save')}
      </Button>
    </>
  );
}

const Frame = styled.div({ '& img': { backgroundColor: colors.sunken } });
const Hint = styled.p({ ...type.caption, color: colors.muted });

const Sending = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  '& > small': { ...type.caption, flex: 'none', minInlineSize: '40px', color: colors.muted, textAlign: 'end' },
});
