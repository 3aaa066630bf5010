/** Loads what the panel shows of a job. The form loads it ahead, with its first focus. */
export const loadPanelJob = () => import('./panel-job').then(({ PanelJob }) => PanelJob)
