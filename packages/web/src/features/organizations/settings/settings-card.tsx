import type { FormEventHandler, ReactNode } from 'react'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { useUnsaved } from '#/ui/unsaved-changes.tsx'

interface SettingsCardProps {
  title: string
  description?: string
  isDirty: boolean
  isBusy: boolean
  /** The error of the form. */
  failure: string | undefined
  onSubmit: FormEventHandler
  onDiscard: () => void
  children: ReactNode
}

/** Fields that are saved together. */
export function SettingsCard({ title, description, children, ...form }: SettingsCardProps) {
  const { isDirty, isBusy, failure, onSubmit, onDiscard } = form
  useUnsaved(isDirty)
  return (
    <Card title={title} {...(description && { description })}>
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
        {failure && <Banner tone="bad">{failure}</Banner>}
        {children}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" loading={isBusy} disabled={!isDirty}>
            Save
          </Button>
          {isDirty && !isBusy && (
            <Button variant="ghost" onClick={onDiscard}>
              Discard changes
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
