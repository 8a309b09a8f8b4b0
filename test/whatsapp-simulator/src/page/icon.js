const SVG = 'http://www.w3.org/2000/svg'

/** A decorative icon in the colour of the surrounding text. */
export function icon(name) {
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('viewBox', '0 0 24 24')
  drawing.setAttribute('class', 'icon')
  drawing.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', PATHS[name])
  drawing.append(path)
  return drawing
}

const PATHS = {
  document: 'M6 2h8l5 5v15H6zM14 2v5h5M9 12h7M9 16h7',
  pin: 'M12 22s7-7.5 7-13a7 7 0 1 0-14 0c0 5.500 7 13 7 13zM9.500 9a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0',
  person: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21c0-5 4-7 8-7s8 2 8 7z',
  people:
    'M5 8a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0M1.500 20c0-4.500 3.500-6.500 7-6.500s7 2 7 6.500zM15 4.800a3.500 3.500 0 0 1 0 6.400M18 14c2.800 .8 4.500 2.800 4.500 6',
  mic: 'M9 5a3 3 0 0 1 6 0v6a3 3 0 0 1-6 0zM5.500 11a6.500 6.500 0 0 0 13 0M12 17.500V21M8.500 21h7',
  note: 'M9 18V5l11-2v12M4 18a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0M15 15a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0',
  ban: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M5.600 5.600l12.800 12.800',
}
