import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { PrimaryAction } from '../../ui/primary-action.tsx'
import { useToast } from '../../ui/toast.tsx'
import { MeterDialog } from './meter-dialog.tsx'

/** The page's primary action; for who may not change the catalog it isn't there. */
export function CreateMeterButton() {
  const { role } = useOrganization()
  const toast = useToast()
  if (!mayIn(role, 'catalog', 'write')) return null
  return (
    <PrimaryAction
      label="Create meter"
      dialog={(close) => (
        <MeterDialog
          onClose={close}
          onCreated={({ name }) => {
            toast({ title: `${name} is ready` })
            close()
          }}
        />
      )}
    />
  )
}
