import { Download, FileSpreadsheet, Upload } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { ActionMenu } from '../../../shared/ui/ActionMenu';
import { Spinner } from '../../../shared/ui/Spinner';
import { useExportProductsMutation } from '../api/endpoints';
import { useSaveFile } from '../model/useSaveFile';

interface BulkMenuProps {
  /** Leads to the page where a file becomes changes. */
  readonly onImport: () => void;
}

/** The whole catalogue as a file, and a file back into the catalogue. */
export function BulkMenu({ onImport }: BulkMenuProps): ReactElement {
  const t = useText('catalogue');
  const { busy, save } = useSaveFile(useExportProductsMutation());
  return (
    <ActionMenu
      label={t('bulk.menu')}
      icon={busy ? <Spinner size={20} label={t('bulk.exporting')} /> : <FileSpreadsheet />}
      items={[
        {
          id: 'export',
          label: t('bulk.export'),
          icon: <Download />,
          disabledReason: busy ? t('bulk.exporting') : undefined,
          onAction: () => save(undefined),
        },
        { id: 'import', label: t('bulk.import'), icon: <Upload />, onAction: onImport },
      ]}
    />
  );
}
