import type { ComponentProps, ReactNode } from 'react'
import { PageHeader } from '#/ui/page-header.tsx'

interface PageProps extends Omit<ComponentProps<typeof PageHeader>, 'title'> {
  title: string
  children: ReactNode
}

/** A title, one primary action, its content. */
export function Page({ title, children, ...header }: PageProps) {
  return (
    <>
      <title>{`${title} · Guildhall`}</title>
      <PageHeader title={title} {...header} />
      {children}
    </>
  )
}
