import { useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { type ComponentType, useState } from 'react'
import type { Meter } from '../../lib/choices.ts'
import type { CreationProps } from '../../lib/creation.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { BenefitDialog } from './benefit-dialog.tsx'
import type { Benefit } from './benefit-queries.ts'

interface CreateBenefitButtonProps {
  MeterDialog: ComponentType<CreationProps<Meter>>
}

/** The page's primary action; for who may not change the catalog it isn't there. */
export function CreateBenefitButton(props: CreateBenefitButtonProps) {
  const { role } = useOrganization()
  return mayIn(role, 'catalog', 'write') ? <Create {...props} /> : null
}

function Create({ MeterDialog }: CreateBenefitButtonProps) {
  const { slug } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const navigate = useNavigate()
  useShortcut('c', () => setOpen(true))
  const open = ({ id, description }: Benefit) => {
    toast({ title: `${description} is ready` })
    setOpen(false)
    const params = { slug, benefitId: id }
    // All of it is saved. A navigation that fails shows the error page.
    void navigate({ to: '/dashboard/$slug/benefits/$benefitId', params, ignoreBlocker: true })
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" /> Create benefit
      </Button>
      {isOpen && (
        <BenefitDialog onCreated={open} onClose={() => setOpen(false)} MeterDialog={MeterDialog} />
      )}
    </>
  )
}
