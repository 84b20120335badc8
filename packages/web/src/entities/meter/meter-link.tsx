import type { Meter } from '@guildhall/contract/metering/shapes'
import { Link } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { linkClasses } from '#/ui/link-classes.ts'

interface MeterLinkProps {
  meter: Pick<z.output<typeof Meter>, 'id' | 'name'>
}

export function MeterLink({ meter: { id: meterId, name } }: MeterLinkProps) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/meters/$meterId"
      params={{ slug, meterId }}
      className={`${linkClasses} wrap-anywhere`}
    >
      {name}
    </Link>
  )
}
