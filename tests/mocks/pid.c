/* A controller with an integral part, over a sensor and an actuator of somebody else. */
int sensor_read(int channel, int *value);
void actuator_set(int channel, int value);

struct pid {
    int target;
    int integral;
};

int pid_step(struct pid *pid, int channel) {
    int value = 0;
    int output;

    if (sensor_read(channel, &value) != 0)
        return -1;
    if (value < 0 || value > 4095)
        return -2;
    if (pid->target < 0 || pid->target > 4095 || pid->integral < -1000 || pid->integral > 1000)
        return -3;
    pid->integral += (pid->target - value) / 8;
    output = pid->target - value + pid->integral;
    if (output > 255)
        output = 255;
    if (output < 0)
        output = 0;
    actuator_set(channel, output);
    return output;
}
