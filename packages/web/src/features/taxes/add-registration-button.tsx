import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { PrimaryAction } from '../../ui/primary-action.tsx'
import { useToast } from '../../ui/toast.tsx'
import { NewRegistrationDialog } from './registration-dialog.tsx'
import { placeName } from './tax-words.ts'

/** The page's primary action; for who may not change the organization it isn't there. */
export function AddRegistrationButton() {
  const { role } = useOrganization()
  const toast = useToast()
  if (!mayIn(role, 'organization', 'update')) return null
  return (
    <PrimaryAction
      label="Add place"
      dialog={(close) => (
        <NewRegistrationDialog
          onClose={close}
          onSaved={(registration) => {
            toast({ title: `${placeName(registration)} is added` })
            close()
          }}
        />
      )}
    />
  )
}
