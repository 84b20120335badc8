/** Of the export of license keys, in their usual order. */
export const licenseKeyExportColumns = [
  'id',
  'created_at',
  'modified_at',
  'display_key',
  'status',
  'benefit_id',
  'customer_id',
  'customer_email',
  'customer_name',
  'usage',
  'limit_usage',
  'activations_count',
  'limit_activations',
  'validations',
  'last_validated_at',
  'expires_at',
] as const
export type LicenseKeyExportColumn = (typeof licenseKeyExportColumns)[number]
