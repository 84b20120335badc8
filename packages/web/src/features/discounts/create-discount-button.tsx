import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { PrimaryAction } from '#/ui/primary-action.tsx'
import { useToast } from '#/ui/toast.tsx'
import { CreateDiscountDialog } from './discount-dialogs.tsx'

/** The page's primary action, hidden from members who can't change the catalog. */
export function CreateDiscountButton() {
  const { role } = useOrganization()
  const toast = useToast()
  if (!mayIn(role, 'catalog', 'write')) return null
  return (
    <PrimaryAction
      label="Create discount"
      dialog={(close) => (
        <CreateDiscountDialog
          onClose={close}
          onDone={(message) => {
            toast({ title: message })
            close()
          }}
        />
      )}
    />
  )
}
