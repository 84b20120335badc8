import type { LicenseKeyExportColumn } from '@guildhall/contract/entitlements/license-key-export-columns'
import { type CsvColumns, csvTable } from '../../../kernel/csv.ts'
import { statusOfKey } from '../rules/license-check.ts'
import type { ExportedLicenseKeyRow } from '../store/license-key-list.ts'

/** Named like the fields of a license key, without the key itself. */
const columns: CsvColumns<ExportedLicenseKeyRow, LicenseKeyExportColumn> = {
  id: (row) => row.id,
  created_at: (row) => row.createdAt,
  modified_at: (row) => row.modifiedAt,
  display_key: (row) => row.displayKey,
  status: statusOfKey,
  benefit_id: (row) => row.benefitId,
  customer_id: (row) => row.customerId,
  customer_email: (row) => row.customerEmail,
  customer_name: (row) => row.customerName,
  usage: (row) => row.usage,
  limit_usage: (row) => row.limitUsage,
  activations_count: (row) => row.activationsCount,
  limit_activations: (row) => row.limitActivations,
  validations: (row) => row.validations,
  last_validated_at: (row) => row.lastValidatedAt,
  expires_at: (row) => row.expiresAt,
}

export const exportedLicenseKeys = (chosen?: readonly LicenseKeyExportColumn[]) =>
  csvTable(columns, chosen)
