import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

/** Opens the browser's choice of files. The same file can be chosen again, because the input is emptied each time. */
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
