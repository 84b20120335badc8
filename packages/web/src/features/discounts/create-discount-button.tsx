import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { PrimaryAction } from '../../ui/primary-action.tsx'
import { useToast } from '../../ui/toast.tsx'
import { CreateDiscountDialog } from './discount-dialogs.tsx'

/** The page's primary action; for who may not change the catalog it isn't there. */
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
          onDone={(news) => {
            toast({ title: news })
            close()
          }}
        />
      )}
    />
  )
}
