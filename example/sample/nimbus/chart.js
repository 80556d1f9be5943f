/** A chart of the readings of one sensor. */
export class LineChart {
  constructor(canvas) {
    this.context = canvas.getContext('2d');
  }

  /** Draws the readings from left to right. */
  draw(readings) {
    readings.forEach(({ value }, index) => this.context.lineTo(index, -value));
    this.context.stroke();
  }
}

/** Fetches the log of a station and draws it. */
export async function drawLog(canvas, url) {
  const log = await (await fetch(url)).text();
  new LineChart(canvas).draw(log.trim().split('\n').map(JSON.parse));
}
