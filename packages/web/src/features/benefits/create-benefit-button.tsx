import { useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Meter } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import type { CreationProps } from '#/lib/creation.ts'
import { PrimaryAction } from '#/ui/primary-action.tsx'
import { useToast } from '#/ui/toast.tsx'
import { BenefitDialog } from './benefit-dialog.tsx'
import type { Benefit } from './benefit-queries.ts'

interface CreateBenefitButtonProps {
  MeterDialog: ComponentType<CreationProps<Meter>>
}

/** The page's primary action, hidden from members who can't change the catalog. */
export function CreateBenefitButton(props: CreateBenefitButtonProps) {
  const { role } = useOrganization()
  return mayIn(role, 'catalog', 'write') ? <Create {...props} /> : null
}

function Create({ MeterDialog }: CreateBenefitButtonProps) {
  const { slug } = useOrganization()
  const toast = useToast()
  const navigate = useNavigate()
  const open = ({ id, description }: Benefit) => {
    toast({ title: `${description} created` })
    const params = { slug, benefitId: id }
    // Everything is saved. A failed navigation shows the error page.
    void navigate({ to: '/dashboard/$slug/benefits/$benefitId', params, ignoreBlocker: true })
  }
  return (
    <PrimaryAction
      label="Create benefit"
      dialog={(close) => (
        <BenefitDialog
          onCreated={(benefit) => {
            close()
            open(benefit)
          }}
          onClose={close}
          MeterDialog={MeterDialog}
        />
      )}
    />
  )
}
