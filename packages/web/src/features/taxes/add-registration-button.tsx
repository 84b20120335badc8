import { placeName } from '#/entities/address/place-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { PrimaryAction } from '#/ui/primary-action.tsx'
import { useToast } from '#/ui/toast.tsx'
import { NewRegistrationDialog } from './registration-dialog.tsx'

/** The page's primary action, hidden from members who can't change the organization. */
export function AddRegistrationButton() {
  const { role } = useOrganization()
  const toast = useToast()
  if (!mayIn(role, 'organization', 'update')) return null
  return (
    <PrimaryAction
      label="Add registration"
      dialog={(close) => (
        <NewRegistrationDialog
          onClose={close}
          onSaved={(registration) => {
            toast({ title: `${placeName(registration)} added` })
            close()
          }}
        />
      )}
    />
  )
}
