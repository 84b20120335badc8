import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { PrimaryAction } from '#/ui/primary-action.tsx'
import { useToast } from '#/ui/toast.tsx'
import { CustomFieldDialog } from './custom-field-dialog.tsx'

/** The page's primary action, hidden from members who can't change the catalog. */
export function CreateCustomFieldButton() {
  const { role } = useOrganization()
  const toast = useToast()
  if (!mayIn(role, 'catalog', 'write')) return null
  return (
    <PrimaryAction
      label="Create field"
      dialog={(close) => (
        <CustomFieldDialog
          onClose={close}
          onCreated={({ name }) => {
            toast({ title: `${name} created` })
            close()
          }}
        />
      )}
    />
  )
}
