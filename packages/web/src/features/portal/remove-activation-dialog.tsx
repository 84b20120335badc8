import { deactivateLicenseKey } from '@guildhall/contract/entitlements/license-checks'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { type Activation, type LicenseKey, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface RemoveActivationDialogProps {
  licenseKey: LicenseKey
  activation: Activation
  onClose: () => void
}

export function RemoveActivationDialog({
  licenseKey,
  activation,
  onClose,
}: RemoveActivationDialogProps) {
  const { api } = usePortal()
  const change = usePortalChange()
  const { key, organizationId } = licenseKey
  const remove = async () => {
    const body = { key, organizationId, activationId: activation.id }
    await change(() => api.call(deactivateLicenseKey, { body }))
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove ${activation.label}?`}
      effects={['The key no longer works there, and you can use it somewhere else.']}
      confirm="Remove"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}
