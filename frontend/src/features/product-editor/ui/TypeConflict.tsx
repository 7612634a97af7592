import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, radius, size, type as typeStyle } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import { type DraftField, draftOf } from '../model/edit';
import type { TypeEdit } from '../model/useTypeEdit';

interface EditProps {
  readonly edit: TypeEdit;
}

/** The type was changed elsewhere while it was being edited: what that means and what can be done about it. */
export function ConflictNotice({ edit }: EditProps): ReactElement | null {
  const t = useText('catalogue');
  const { conflict, elsewhere } = edit.editor;
  if (conflict === 'refused') {
    return (
      <Notice tone="warning">
        <p>{t('conflict.refused')}</p>
        <Button size="sm" busy={edit.reloading} onClick={edit.reload}>
          {t('conflict.reload')}
        </Button>
      </Notice>
    );
  }
  if (conflict === 'none') return null;
  return (
    <Notice tone="info">
      {t(elsewhere.some((field) => isElsewhere(field, edit)) ? 'conflict.both' : 'conflict.read')}
    </Notice>
  );
}

export const isElsewhere = (field: DraftField, { editor, form }: TypeEdit): boolean =>
  editor.elsewhere.includes(field) && draftOf(editor.base)[field] !== form.getValues(field);

/** The server's new value of a field that was typed into as well; one press takes it over. */
export function Elsewhere({ field, edit }: EditProps & { readonly field: DraftField }): ReactElement | null {
  const t = useText('catalogue');
  const { editor, form } = edit;
  if (!isElsewhere(field, edit)) return null;
  const theirs = draftOf(editor.base)[field];
  const value =
    typeof theirs === 'boolean'
      ? t(theirs ? 'card.active' : 'card.inactive')
      : field === 'description'
        ? theirs || t('conflict.noText')
        : formatNumber(Number(theirs));
  return (
    <Hint>
      {t('conflict.theirs', { value })}{' '}
      <Take type="button" onClick={() => form.bind(field).onValueChange(theirs)}>
        {t('conflict.take')}
      </Take>
    </Hint>
  );
}

const Hint = styled.span({ ...typeStyle.caption, display: 'block', color: colors.warningText });

const Take = styled.button({
  ...typeStyle.caption,
  minBlockSize: size.touch,
  minInlineSize: size.touch,
  borderRadius: radius.focus,
  color: colors.brand,
  textDecorationLine: 'underline',
  textUnderlineOffset: '5px',
});
