import { removeLicenseActivation } from '@guildhall/contract/entitlements/license-keys'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import type { Activation, LicenseKey } from './key-queries.ts'

interface RemoveActivationDialogProps {
  licenseKey: LicenseKey
  activation: Activation
  onClose: () => void
}

/** Frees a place of a key. */
export function RemoveActivationDialog({
  licenseKey: { id },
  activation,
  onClose,
}: RemoveActivationDialogProps) {
  const change = useChange()
  const remove = async () => {
    const params = { id, activationId: activation.id }
    await change(() => api.call(removeLicenseActivation, { params }))
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove ${activation.label}?`}
      effects={['The key no longer works there, and can be activated somewhere else.']}
      confirm="Remove"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}
