import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { Inline } from './Layout';
import { LinkButton } from './Link';

const FORMATS = ['csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

interface FileLinksProps {
  readonly hrefOf: (format: Format) => string;
  readonly labelOf: (format: Format) => string;
}

/** A list as a file for spreadsheets. */
export function FileLinks({ hrefOf, labelOf }: FileLinksProps): ReactElement {
  return (
    <Inline justify="flex-end">
      {FORMATS.map((format) => (
        <LinkButton
          key={format}
          variant="ghost"
          size="sm"
          reloadDocument
          download
          to={hrefOf(format)}
          icon={<Download size={18} />}
        >
          {labelOf(format)}
        </LinkButton>
      ))}
    </Inline>
  );
}
