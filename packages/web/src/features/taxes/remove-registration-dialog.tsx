import { deleteTaxRegistration } from '@guildhall/contract/tax/registrations'
import { api } from '../../lib/api.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { TaxRegistration } from './tax-queries.ts'
import { placeName } from './tax-words.ts'

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
    try {
      await change(() => api.call(deleteTaxRegistration, { params: { id } }))
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    onRemoved()
  }
  const reach = scheme === 'domestic' ? name : `${name} and in the rest of the EU`
  return (
    <ConfirmDialog
      open
      destructive
      title={`Stop collecting tax in ${name}?`}
      effects={[
        `From now on, buyers pay no tax in ${reach}.`,
        'What you sold before keeps its tax, and its invoices stay as they are.',
        'You can add the place again.',
      ]}
      confirm="Remove"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

const words: Words = {
  NotPermitted: 'Your role changed: only owners and admins change taxes.',
  ResourceNotFound: 'This place is no longer here. Somebody else was quicker.',
}
