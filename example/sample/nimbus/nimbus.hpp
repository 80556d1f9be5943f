#pragma once

#include <cmath>

/// The largest number of sensors on one bus.
#define NIMBUS_MAX_SENSORS 16

namespace nimbus {

/// How a sensor is connected.
enum class Bus { I2C, SPI };

/// Talks to one sensor.
class Sensor {
 public:
  explicit Sensor(Bus bus, int address);

  /// Reads the current value.
  double read() const;

 private:
  Bus bus_;
  int address_;
};

/// Computes the dew point in degrees Celsius.
inline double dew_point(double celsius, double humidity) {
  const double gamma = std::log(humidity / 100) + 17.62 * celsius / (243.12 + celsius);
  return 243.12 * gamma / (17.62 - gamma);
}

}  // namespace nimbus
