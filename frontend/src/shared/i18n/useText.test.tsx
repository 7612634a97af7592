import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setLanguage } from './i18n';
import { useText } from './useText';

function Unit() {
  const t = useText('ui');
  return <p>{t('toman')}</p>;
}

it('speaks the language of the moment', async () => {
  render(<Unit />);
  expect(screen.getByText('تومان')).toBeVisible();
  await act(() => setLanguage('en'));
  expect(screen.queryByText('تومان')).not.toBeInTheDocument();
});
