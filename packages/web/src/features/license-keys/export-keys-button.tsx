import type { LicenseKeyExportColumn } from '@guildhall/contract/entitlements/license-key-export-columns'
import { exportLicenseKeys } from '@guildhall/contract/entitlements/license-keys'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useListSettings } from '#/entities/saved-view/list-settings.ts'
import { api } from '#/lib/api.ts'
import { fileColumns } from '#/ui/column-choice.ts'
import { ExportMenu } from '#/ui/export-button.tsx'
import { keyColumns } from './key-columns.tsx'
import { keysRequest, type ListedKey } from './key-queries.ts'
import type { KeysView } from './keys-view.ts'

interface ExportKeysButtonProps {
  benefitId: ListedKey['benefitId']
  view: KeysView
}

/** Exports the license keys that match the filter as CSV, without the keys themselves. */
export function ExportKeysButton({ benefitId, view }: ExportKeysButtonProps) {
  const { id, slug } = useOrganization()
  const { shown } = useListSettings('license_keys', view.view)
  const query = keysRequest(id, { benefitId, view })
  const columns = fileColumns(keyColumns, shown, inFile)
  return (
    <ExportMenu
      fileName={`${slug}-license-keys`}
      shown={() => api.csv(exportLicenseKeys, { query: { ...query, columns } })}
      all={() => api.csv(exportLicenseKeys, { query })}
    />
  )
}

/** By the columns of the list; a key has its holder below it, and usage the activations. */
const inFile: Readonly<Record<string, readonly LicenseKeyExportColumn[]>> = {
  key: ['display_key', 'customer_name', 'customer_email'],
  status: ['status'],
  usage: ['usage', 'limit_usage', 'activations_count', 'limit_activations'],
  expires_at: ['expires_at'],
  last_validated_at: ['last_validated_at'],
  validations: ['validations'],
  email: ['customer_email'],
  created_at: ['created_at'],
}
