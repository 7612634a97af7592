import styled from '@emotion/styled';
import { type ReactElement, useRef } from 'react';
import { NewPasswordFields } from '../../../entities/session/ui/NewPasswordFields';
import { useText } from '../../../shared/i18n/useText';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import type { Done } from '../model/resetCalls';
import { type PasswordLinkField, usePasswordLink } from '../model/usePasswordLink';
import { Caption, Foot, ToLogIn } from './GuestFoot';
import { Form, GuestPanel, Refusal } from './GuestPanel';

export interface PasswordLinkPageProps {
  /** What stands behind the # of the address; empty when nothing does. */
  readonly link: string;
  readonly onDone: (done: Done) => Promise<void>;
}

/** Sets the password of whoever was given a link for that. */
export function PasswordLinkPage({ link, onDone }: PasswordLinkPageProps): ReactElement {
  const t = useText('resetPassword');
  return (
    <GuestPanel heading={t('link.heading')} subtitle={t('link.subtitle')}>
      {/* Another link in the same tab begins anew. */}
      {link ? <ByLink key={link} link={link} onDone={onDone} /> : <LinkFault lines={[t('link.incomplete')]} />}
    </GuestPanel>
  );
}

function ByLink({ link, onDone }: PasswordLinkPageProps): ReactElement {
  const t = useText('resetPassword');
  const block = useRef<HTMLDivElement>(null);
  const { values, errors, refusal, linkFault, busy, change, submit } = usePasswordLink(link, onDone);
  const focus = (first: PasswordLinkField | 'link' | null): void => {
    if (!first) return;
    const field = block.current?.querySelector<HTMLInputElement>(`[name="${first}"]`);
    // The form goes with a link that is refused, and the focus would be lost with it.
    (field ?? block.current)?.focus();
  };
  return (
    <Block ref={block} tabIndex={-1}>
      {linkFault.length > 0 ? (
        <LinkFault lines={linkFault} />
      ) : (
        <Form
          noValidate
          aria-label={t('link.heading')}
          onSubmit={(event) => {
            event.preventDefault();
            void submit().then(focus);
          }}
        >
          <NewPasswordFields values={values} errors={errors} change={change} />
          <Refusal text={refusal} />
          <Button type="submit" size="lg" fullWidth busy={busy}>
            {t(busy ? 'link.saving' : 'link.save')}
          </Button>
          <Foot>
            <Caption>{t('link.after')}</Caption>
            <ToLogIn />
          </Foot>
        </Form>
      )}
    </Block>
  );
}

/** No password can be set with this link. */
function LinkFault({ lines }: { readonly lines: readonly string[] }): ReactElement {
  return (
    <Fault>
      <Notice tone="danger" lines={lines} />
      <Foot>
        <ToLogIn />
      </Foot>
    </Fault>
  );
}

const Block = styled.div({ outline: 'none' });

const Fault = styled.div({ display: 'flex', flexDirection: 'column', gap: space(4) });
