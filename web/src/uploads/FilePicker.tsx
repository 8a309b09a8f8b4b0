import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

/** Opens the browser's choice of files. The same file can be chosen again: its input forgets what was chosen. */
export function FilePicker<Multiple extends boolean = false>({
  onChange,
  ...props
}: FileButtonProps<Multiple>) {
  const resetRef = useRef<() => void>(null)
  return (
    <FileButton<Multiple>
      {...props}
      resetRef={resetRef}
      onChange={(chosen) => {
        onChange(chosen)
        resetRef.current?.()
      }}
    />
  )
}
