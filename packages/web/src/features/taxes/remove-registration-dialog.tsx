import { deleteTaxRegistration } from '@guildhall/contract/tax/registrations'
import { placeName } from '#/entities/address/place-name.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import type { TaxRegistration } from './tax-queries.ts'

interface RemoveRegistrationDialogProps {
  registration: TaxRegistration
  onRemoved: () => void
  onClose: () => void
}

export function RemoveRegistrationDialog(props: RemoveRegistrationDialogProps) {
  const { registration, onRemoved, onClose } = props
  const { id, scheme } = registration
  const name = placeName(registration)
  const change = useChange()
  const remove = async () => {
    await change(() => api.call(deleteTaxRegistration, { params: { id } }))
    onRemoved()
  }
  const reach = scheme === 'domestic' ? name : `${name} and in the rest of the EU`
  return (
    <ConfirmDialog
      open
      destructive
      title={`Stop collecting tax in ${name}?`}
      effects={[
        `Customers in ${reach} no longer pay tax.`,
        'Existing orders and invoices are not affected.',
        'You can add the registration again.',
      ]}
      confirm="Remove"
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can change tax settings.',
  ResourceNotFound: 'This registration was already removed.',
}
