import Boxes from 'lucide-react/icons/boxes'
import House from 'lucide-react/icons/house'
import Plus from 'lucide-react/icons/plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { Button } from '#/ui/button.tsx'
import { CommandPalette } from '#/ui/command-palette.tsx'
import { useToast } from '#/ui/toast.tsx'
import { orders } from './sample-orders.ts'
import { Row, Specimens } from './specimen.tsx'

const foundMax = 5

export function PaletteSpecimens() {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const toast = useToast()
  const toastOf = (title: string) => () => toast({ title, tone: 'info' })
  const groups = [
    {
      label: 'Actions',
      commands: [
        {
          id: 'create-product',
          label: 'Create product',
          keywords: 'new add',
          icon: <Plus />,
          run: toastOf('Create product'),
        },
        {
          id: 'refund',
          label: 'Refund this order…',
          keywords: 'money back',
          icon: <RotateCcw />,
          run: toastOf('Refund'),
        },
      ],
    },
    {
      label: 'Pages',
      commands: [
        { id: 'home', label: 'Home', icon: <House />, shortcut: ['G', 'H'], run: toastOf('Home') },
        {
          id: 'products',
          label: 'Products',
          icon: <Boxes />,
          shortcut: ['G', 'P'],
          run: toastOf('Products'),
        },
      ],
    },
  ]
  const matches = orders.filter((order) =>
    order.customer.toLowerCase().includes(query.toLowerCase()),
  )
  const customers = matches.slice(0, foundMax).map((order) => ({
    id: order.id,
    label: order.customer,
    aside: order.email,
    icon: <UserRound />,
    run: toastOf(order.customer),
  }))
  return (
    <Specimens id="palette" title="Command palette">
      <Row>
        <Button onClick={() => setOpen(true)}>Search or jump to…</Button>
      </Row>
      <CommandPalette
        open={isOpen}
        onOpenChange={setOpen}
        groups={groups}
        found={query.length < 2 ? [] : [{ label: 'Customers', commands: customers }]}
        onQueryChange={setQuery}
      />
    </Specimens>
  )
}
